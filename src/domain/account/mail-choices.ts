// E-mail choices: which mails the owner of an account gets.

/**
 * `summary`        one mail for each run of builds that changed something
 * `errors`         one for each run in which something failed
 * `each_resource`  one for each resource, when it is first built and when it fails
 * `none`           none
 */
export const buildMails = ["summary", "errors", "each_resource", "none"] as const;
export type BuildMails = (typeof buildMails)[number];

export interface EmailChoices {
  builds: BuildMails;
  /** Predicted against actual numbers, once a month. */
  monthly: boolean;
}

export const usualEmails: EmailChoices = { builds: "summary", monthly: true };
