// A device that holds passkeys, in software: what a browser sends of it, or of one that lies. (WebAuthn level 2, sections
// 6.1 and 6.5; CTAP's CBOR.)

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

interface Requested {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
}

/** What a browser or a device would not do by itself. */
interface Lie {
  origin?: string;
  challenge?: string;
  host?: string;
  /** The device has not verified its user. */
  isUnverified?: boolean;
  type?: string;
}

export interface Device {
  credentialId: string;
  counter: number;
  create(wanted: Requested, lie?: Lie): object;
  sign(wanted: Requested, lie?: Lie): object;
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const base64 = (data: string | Buffer) => Buffer.from(data).toString("base64url");

/** Of a device with a counter; one that starts at 0 and stays there has none. */
export const makeDevice = (origin = "http://localhost", counter = 1): Device => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let userHandle: string | undefined;
  const device: Device = {
    credentialId: id.toString("base64url"),
    counter,
    create(wanted, lie = {}) {
      userHandle = wanted.user?.id;
      const key = coseKey(publicKey);
      const attested = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, key]);
      const data = Buffer.concat([authenticatorData(wanted, lie, device.counter, 0x40), attested]);
      const attestation = map([
        [text("fmt"), text("none")],
        [text("attStmt"), map([])],
        [text("authData"), byteString(data)],
      ]);
      return credential(clientData("webauthn.create", wanted, lie), {
        attestationObject: base64(attestation),
        transports: ["internal"],
      });
    },
    sign(wanted, lie = {}) {
      const client = clientData("webauthn.get", wanted, lie);
      if (counter > 0) device.counter++;
      const data = authenticatorData(wanted, lie, device.counter, 0);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return credential(client, {
        authenticatorData: base64(data),
        signature: base64(signature),
        userHandle,
      });
    },
  };
  const clientData = (type: string, { challenge }: Requested, lie: Lie): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? origin,
      }),
    );
  const credential = (client: Buffer, response: object) => ({
    id: device.credentialId,
    rawId: device.credentialId,
    type: "public-key",
    response: { clientDataJSON: base64(client), ...response },
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
  });
  return device;
};

const authenticatorData = (wanted: Requested, lie: Lie, counter: number, more: number): Buffer => {
  const flags = 0x01 | (lie.isUnverified ? 0 : 0x04) | more;
  const host = lie.host ?? wanted.rpId ?? wanted.rp?.id ?? "";
  return Buffer.concat([sha256(host), Buffer.from([flags]), uint32(counter)]);
};

/** EC2, ES256, P-256. */
const coseKey = (key: KeyObject): Buffer => {
  const { x, y } = key.export({ format: "jwk" });
  const [point, ordinate] = [Buffer.from(x!, "base64url"), Buffer.from(y!, "base64url")];
  return map([
    [Buffer.from([0x01]), Buffer.from([0x02])],
    [Buffer.from([0x03]), Buffer.from([0x26])],
    [Buffer.from([0x20]), Buffer.from([0x01])],
    [Buffer.from([0x21]), byteString(point)],
    [Buffer.from([0x22]), byteString(ordinate)],
  ]);
};

const head = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
const byteString = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data]);
const text = (data: string): Buffer => Buffer.concat([head(3, data.length), Buffer.from(data)]);
const map = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const uint32 = (value: number): Buffer => {
  const data = Buffer.alloc(4);
  data.writeUInt32BE(value);
  return data;
};
