// The shortest way from a file to scores: which question is to be asked, and from what.

import { useList } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { Panel } from "../../ui/panel.js";
import { fileFor, questionFor } from "./flow.js";
import styles from "./start.module.css";
import { Steps } from "./steps.js";
import { type Template, templates } from "./templates.js";

const Start = () => (
  <Page
    title="Start from a file"
    about="Choose what you want to know. You upload a file and look through what its columns mean; all else is made with one press, and can be changed afterwards."
  >
    <Steps at="file" isShown />
    <div className={styles.cards}>
      {templates.map((template) => (
        <Card key={template.name} template={template} />
      ))}
    </div>
  </Page>
);
export default Start;

const Card = ({ template: { name, title, question, needs } }: { template: Template }) => {
  const { data: streams = [] } = useList("streams");
  return (
    <Panel title={title}>
      <p className={styles.question}>{question}</p>
      <p className="soft">{needs}</p>
      <div className={styles.ways}>
        <ButtonLink to={fileFor(name)} look="primary">
          Upload a file
        </ButtonLink>
        {streams.length > 0 && <ButtonLink to={questionFor(name)}>Use what is there</ButtonLink>}
      </div>
    </Panel>
  );
};
