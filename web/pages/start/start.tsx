// The first step of the guided setup: choosing a prediction.

import { useList } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { Panel } from "../../ui/panel.js";
import styles from "./start.module.css";
import { fileFor, questionFor, Steps } from "./steps.js";
import { type Template, templates } from "./templates.js";

const Start = () => (
  <Page
    title="New prediction"
    about="Choose what to predict, upload a file and check its columns. We create everything else, and you can change it later."
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
        {streams.length > 0 && <ButtonLink to={questionFor(name)}>Use existing data</ButtonLink>}
      </div>
    </Panel>
  );
};
