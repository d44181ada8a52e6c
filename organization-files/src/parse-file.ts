import type { FileProblem } from '@orgdesk/contract';
import { ORGANIZATION_FILE_NODES_MAX, ORGANIZATION_FILE_PROBLEMS_MAX } from '@orgdesk/contract/limits';
import { nearestName } from '@orgdesk/contract/nearest-name';
import { Value } from 'typebox/value';
import { type Document, isMap, isNode, isScalar, type Node, visit } from 'yaml';
import { OrganizationFile } from './format.ts';
import { parseYaml } from './parse-yaml.ts';
import { keysIn, schemaErrors, schemaMessage } from './schema-errors.ts';

const TOO_MANY_VALUES = `The file has more than ${ORGANIZATION_FILE_NODES_MAX.toLocaleString('en')} values.`;

export type KeyPath = readonly (string | number)[];

export interface ParsedFile {
  readonly name: string;
  /** Null if the file has problems. */
  readonly content: OrganizationFile | null;
  /** Up to one more than `ORGANIZATION_FILE_PROBLEMS_MAX`. */
  readonly problems: readonly FileProblem[];
  readonly problemAt: (path: KeyPath, message: string) => FileProblem;
}

/** Reads one file of YAML 1.2. */
export function parseFile(name: string, text: string): ParsedFile {
  const { document, problems: syntax, at } = parseYaml(name, text);
  const failed = (problems: readonly FileProblem[]): ParsedFile => ({
    name,
    content: null,
    problems,
    problemAt: (_, message) => at(0, message),
  });
  if (document === null) return failed(syntax);
  const misuse = misuseIn(document, at);
  if (misuse.length > 0) return failed(misuse);
  const beyond = valueBeyond(document, ORGANIZATION_FILE_NODES_MAX);
  if (beyond !== null) return failed([at(startOf(beyond), TOO_MANY_VALUES)]);

  const content: unknown = document.toJS();
  const problems = schemaErrors(content).map((error): FileProblem => {
    const path = keysIn(error.instancePath);
    const value: unknown = path.length === 0 ? content : document.getIn(path);
    const { message, mistaken, valid } = schemaMessage(path, value, error);
    return at(offsetOf(document, path), message, nearestName(mistaken, valid));
  });
  return {
    name,
    content: problems.length === 0 && Value.Check(OrganizationFile, content) ? content : null,
    problems,
    problemAt: (path, message) => at(offsetOf(document, path), message),
  };
}

/** Returns the first value after so many, or null. Aliases, which repeat values, are misuse. */
function valueBeyond(document: Document, max: number): unknown {
  let left = max;
  let found: unknown = null;
  visit(document, {
    Node: (_, node) => {
      left -= 1;
      if (left >= 0) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

/** Finds what YAML allows, but the format does not. */
function misuseIn(document: Document, at: (offset: number, message: string) => FileProblem): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const add = (node: unknown, message: string) => {
    problems.push(at(startOf(node), message));
    return problems.length > ORGANIZATION_FILE_PROBLEMS_MAX ? visit.BREAK : undefined;
  };
  visit(document, {
    Alias: (_, node) => add(node, 'Anchors and aliases are not supported.'),
    Map: (_, { items }) => {
      const keys = new Set<string>();
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : null;
        const message =
          name === null
            ? 'A key must be text.'
            : isOtherText(key)
              ? 'This key would be read as a number: put it in quotes.'
              : keys.has(name)
                ? `"${name}" is here twice.`
                : null;
        if (message !== null && add(key, message) === visit.BREAK) return visit.BREAK;
        if (name !== null) keys.add(name);
        // Locations are looked for by text.
        if (name !== null && isScalar(key)) key.value = name;
      }
      return undefined;
    },
  });
  return problems;
}

/** Numbers have many spellings: `007` is read as 7, which is the name of something else. */
const isOtherText = (key: unknown): boolean =>
  isScalar(key) && typeof key.value !== 'string' && key.source !== undefined && String(key.value) !== key.source;

/** Returns the location of a key if there is one, otherwise of the value. */
function offsetOf(document: Document, path: KeyPath): number {
  const parent: unknown = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const last = path.at(-1);
  const key = isMap(parent) ? parent.items.find((pair) => isScalar(pair.key) && pair.key.value === last)?.key : null;
  const found: unknown = key ?? document.getIn(path, true) ?? document.contents;
  return startOf(found);
}

const startOf = (node: unknown): number => (isNode(node) ? ((node as Node).range?.[0] ?? 0) : 0);
