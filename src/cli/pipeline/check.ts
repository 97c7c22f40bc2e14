// Validation of described resources against the service's own schemas, before anything changes.

import { Ajv } from "ajv";
import formats from "ajv-formats";
import { validationErrorsOf } from "../../http/validation.js";
import { type ApiDocument, createSchema, isServed } from "../resources/openapi.js";
import type { Type } from "../resources/types.js";
import type { Described, Problem } from "./file.js";

/** The problems of one described resource; empty if it is valid. */
export type Checker = (described: Described) => Problem[];

export const createChecker = (api: ApiDocument): Checker => {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema({ $id: "api", ...api });
  return (described) => {
    const { type, name, body } = described;
    if (!isServed(api, type)) return [{ type, name, path: "", message: `This service has no ${type.path}.` }];
    if (!createSchema(api, type)) return [{ type, name, path: "", message: madeByDatasets(type) }];
    const validate = ajv.getSchema(schemaOf(type))!;
    validate(body);
    return validationErrorsOf(validate.errors ?? []).map(({ path, message }) => ({
      type,
      name,
      path,
      message,
    }));
  };
};

const schemaOf = ({ path }: Type): string =>
  `api#/paths/~1${path}/post/requestBody/content/application~1json/schema`;

const madeByDatasets = ({ path }: Type): string =>
  `Datasets create the ${path} that they feed; a pipeline file cannot describe them.`;
