// The secret that messages are signed with: hidden until it is asked for, for screens are looked at over shoulders.

import { useState } from "react";
import { Button } from "../../ui/button.js";
import { Copy } from "../../ui/copy.js";

export const Secret = ({ secret }: { secret: string }) => {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <h3>Secret</h3>
      <p className="small soft">
        Each message is signed with it, by HMAC-SHA256 over <code>id.timestamp.body</code>: check the header
        webhook-signature before you believe one.
      </p>
      {isShown ? (
        <Copy text={secret} label="the secret" />
      ) : (
        <Button onClick={() => setShown(true)}>Show the secret</Button>
      )}
    </div>
  );
};
