import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { ContractDocument } from '../../../scripts/generate/contract-document.ts';

export interface CheckedAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly location: string | null;
  readonly body: string;
}

/** Compares answers with what the document says of them, and remembers which it has seen. */
export function createAnswerChecker(document: ContractDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(closed(document) as object, 'contract');
  const seen = new Set<string>();

  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([, { operationId, responses }]) =>
      Object.keys(responses).map((status) => ({ path, operationId, status })),
    ),
  );

  return {
    seen,
    all: documented.map(({ operationId, status }) => `${operationId} ${status}`),
    check(operationId: string, answer: CheckedAnswer): void {
      const what = `${operationId} ${answer.status}: ${answer.body.slice(0, 300)}`;
      const [path, method, response] = responseOf(document, operationId, answer.status);
      expect(
        response,
        `${what} is not in the document: add it to the endpoint in contract/src, or to the refusals of its route`,
      ).toBeDefined();
      seen.add(`${operationId} ${answer.status}`);
      const type = answer.contentType?.replace(/;.*$/, '') ?? null;
      if (response?.content === undefined) {
        expect([answer.body, answer.location === null], what).toEqual(['', answer.status === 304]);
        return;
      }
      expect(Object.keys(response.content), what).toContain(type);
      if (type !== 'application/json' && type !== 'application/x-ndjson') return;
      const pointer = ['paths', path, method, 'responses', String(answer.status), 'content', type, 'schema'];
      const reference = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
      const validate = ajv.compile({ $ref: `contract#/${encodeURI(reference)}` });
      const values = type === 'application/json' ? [answer.body] : answer.body.trimEnd().split('\n');
      for (const value of values) {
        validate(JSON.parse(value));
        expect(validate.errors ?? [], `${what} at ${value.slice(0, 300)}`).toEqual([]);
      }
    },
  };
}

function responseOf({ paths }: ContractDocument, operationId: string, status: number) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (operation.operationId === operationId) return [path, method, operation.responses[String(status)]] as const;
    }
  }
  throw new Error(`no operation ${operationId}`);
}

/** Forbids undocumented fields in the document. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const inside = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isOpen = inside.type === 'object' && inside.properties !== undefined;
  return isOpen ? { additionalProperties: false, ...inside } : inside;
}
