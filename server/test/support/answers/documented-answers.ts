import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ContractDocument } from '../../../../scripts/generate/contract-document.ts';

export interface CheckedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly location: string | null;
  readonly body: string;
}

/** An operation of the document with its path and method there. */
interface Operation {
  readonly id: string;
  readonly path: string;
  readonly method: string;
}

export type DocumentedAnswers = ReturnType<typeof createDocumentedAnswers>;

let documented: Promise<DocumentedAnswers> | null = null;

/** Shared, because generating the document and compiling its schemas take longer than most tests. */
export function documentedAnswers(): Promise<DocumentedAnswers> {
  documented ??= generatedDocument().then(createDocumentedAnswers);
  return documented;
}

// Imported only here: it loads the whole service, and others have the document from a running one.
const generatedDocument = async (): Promise<ContractDocument> =>
  (await import('../../../../scripts/generate/contract-document.ts')).readContractDocument();

/** Compares answers with the document. Properties and statuses that it lacks are faults. */
export function createDocumentedAnswers(document: ContractDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true, code: { optimize: false } });
  ajv.addSchema(closed(document) as object, 'contract');
  const compiled = new Map<string, ValidateFunction>();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: id }]): Operation => ({ id, path, method })),
  );
  // A fixed part of a path goes before a parameter, as in the router.
  const paths = Object.keys(document.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

  const validatorOf = (pointer: readonly string[]): ValidateFunction => {
    const reference = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    // Many answers have the same shape, and compiling is what costs.
    const schema = JSON.stringify(pointer.reduce<unknown>((at, part) => Object(at)[part], document));
    const validate = compiled.get(schema) ?? ajv.compile({ $ref: `contract#/${encodeURI(reference)}` });
    compiled.set(schema, validate);
    return validate;
  };

  const faultsOfOperation = ({ path, method }: Operation, answer: CheckedAnswer): readonly string[] => {
    const response = document.paths[path]?.[method]?.responses[String(answer.status)];
    if (response === undefined) {
      return ['the status is not documented: add it to the endpoint in contract/src, or to the refusals of its route'];
    }
    const type = answer.contentType?.replace(/;.*$/, '') ?? null;
    if (response.content === undefined) {
      const isAsExpected = answer.body === '' && (answer.location === null) === (answer.status === 304);
      return isAsExpected ? [] : ['it has a body, or a location where none is documented'];
    }
    if (type === null || !(type in response.content)) return [`the content type ${type} is not documented`];
    const lines = linesOf(type, answer.body);
    const validate = validatorOf([
      'paths',
      path,
      method,
      'responses',
      String(answer.status),
      'content',
      type,
      'schema',
    ]);
    return lines.flatMap((line) => faultsIn(validate, line));
  };

  /** HEAD is answered like GET, but without the body, which Node.js leaves out. */
  const faultsOfHead = ({ path, method }: Operation, { status, contentType }: CheckedAnswer) => {
    if (status >= 400 && status < 500) return [];
    const content = document.paths[path]?.[method]?.responses[String(status)]?.content ?? {};
    const type = contentType?.replace(/;.*$/, '') ?? '';
    return type in content ? [] : [`the status ${status} with content type ${type} is not documented`];
  };

  return {
    operations: operations.flatMap(({ id, path, method }) =>
      Object.keys(document.paths[path]?.[method]?.responses ?? {}).map((status) => `${id} ${status}`),
    ),
    faultsOf(operationId: string, answer: CheckedAnswer): readonly string[] {
      const operation = operations.find(({ id }) => id === operationId);
      if (operation === undefined) throw new Error(`no operation ${operationId}`);
      return faultsOfOperation(operation, answer);
    },
    /** Empty for an address that the document lacks. */
    faultsAt(method: string, address: string, answer: CheckedAnswer): readonly string[] {
      const target = address.replace(/[?#].*$/s, '');
      const path = paths.find(({ pattern }) => pattern.test(target))?.path;
      if (path === undefined) return [];
      const operationOf = (word: string) => operations.find((each) => each.path === path && each.method === word);
      const operation = operationOf(method.toLowerCase());
      if (operation !== undefined) return faultsOfOperation(operation, answer);
      const read = method === 'HEAD' ? operationOf('get') : undefined;
      if (read !== undefined) return faultsOfHead(read, answer);
      return answer.status >= 400 && answer.status < 500 ? [] : ['the method is not documented'];
    },
  };
}

/** The JSON values of a body; none if its type is another. */
function linesOf(type: string, body: string): readonly string[] {
  if (type === 'application/json') return [body];
  return type === 'application/x-ndjson' ? body.split('\n').filter((line) => line !== '') : [];
}

function faultsIn(validate: ValidateFunction, text: string): readonly string[] {
  try {
    validate(JSON.parse(text));
  } catch (error) {
    return [`${error}: ${text.slice(0, 300)}`];
  }
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}: ${text.slice(0, 300)}`,
  );
}

/** Forbids undocumented fields in the document. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inside = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isOpen = inside.type === 'object' && inside.properties !== undefined;
  return isOpen ? { additionalProperties: false, ...inside } : inside;
}
