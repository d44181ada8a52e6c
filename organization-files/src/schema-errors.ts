import { ORGANIZATION_FILE_PROBLEMS_MAX } from '@orgdesk/contract/limits';
import { NAME_PATTERNS, NAME_RULES } from '@orgdesk/contract/names';
import { Settings } from 'typebox/system';
import { Value } from 'typebox/value';
import { OrganizationFile } from './format.ts';

type SchemaError = ReturnType<typeof Value.Errors>[number];

/** Unknown keys come as `boolean`; their parent, and the variants of a union, would only repeat the problem. */
const REPEATING: ReadonlySet<string> = new Set(['additionalProperties', 'anyOf']);

/** Finds up to one problem more than the limit. */
export function schemaErrors(content: unknown): readonly SchemaError[] {
  const { maxErrors } = Settings.Get();
  try {
    // The default is eight.
    Settings.Set({ maxErrors: 3 * ORGANIZATION_FILE_PROBLEMS_MAX });
    const errors = Value.Errors(OrganizationFile, content).filter((error) => !isRepeating(error));
    return [...new Map(errors.map((error) => [error.instancePath, error])).values()].slice(
      0,
      ORGANIZATION_FILE_PROBLEMS_MAX + 1,
    );
  } finally {
    Settings.Set({ maxErrors });
  }
}

const isRepeating = (error: SchemaError): boolean =>
  REPEATING.has(error.keyword) || (error.keyword === 'type' && error.params.type === 'null');

const TYPES: Readonly<Record<string, string>> = { object: 'a mapping', array: 'a list', string: 'text' };

/** Returns a sentence for a person, and what may have been meant instead of a mistaken name. */
export function schemaMessage(
  path: readonly string[],
  value: unknown,
  error: SchemaError,
): { readonly message: string; readonly mistaken: string; readonly valid: readonly string[] } {
  const name = path.length === 0 ? 'The file' : `"${(path.at(-1) ?? '').slice(0, 100)}"`;
  const shown = typeof value === 'string' ? `"${value.slice(0, 100)}"` : name;
  const plain = (message: string) => ({ message, mistaken: '', valid: [] });
  switch (error.keyword) {
    case 'boolean': {
      const valid = validKeys(error.schemaPath);
      const message = valid.length > 0 ? `${name} is not a key here.` : notAName(name, patternAt(error.schemaPath));
      return { message, mistaken: (path.at(-1) ?? '').slice(0, 100), valid };
    }
    case 'enum': {
      const valid = error.params.allowedValues.map(String);
      const mistaken = typeof value === 'string' ? value.slice(0, 100) : '';
      return { message: `${shown} is not one of ${valid.join(', ')}.`, mistaken, valid };
    }
    case 'const':
      return plain('The version must be 1.');
    case 'pattern':
      return plain(notAName(shown, String(error.params.pattern)));
    case 'type':
      return plain(`${name} must be ${TYPES[String(error.params.type)] ?? String(error.params.type)}.`);
    case 'required':
      return plain(`${name} must have "${error.params.requiredProperties.join('", "')}".`);
    default:
      return plain(`${name} ${error.message}.`);
  }
}

export const keysIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

const validKeys = (schemaPath: string): string[] => Object.keys(parentOf(schemaPath).properties ?? {});

/** Returns the pattern that the keys of a mapping must match. */
const patternAt = (schemaPath: string): string | undefined =>
  Object.keys(parentOf(schemaPath).patternProperties ?? {})[0];

interface Parent {
  readonly properties?: object;
  readonly patternProperties?: object;
}

function parentOf(schemaPath: string): Parent {
  let schema: unknown = OrganizationFile;
  for (const key of keysIn(schemaPath).slice(0, -1)) schema = (schema as Record<string, unknown> | undefined)?.[key];
  return (schema ?? {}) as Parent;
}

function notAName(shown: string, pattern: string | undefined): string {
  const kind = (['login', 'team', 'repository'] as const).find((each) => NAME_PATTERNS[each] === pattern);
  if (kind === undefined) return `${shown} is not a valid name.`;
  const { called, rule } = NAME_RULES[kind];
  return `${shown} is not a valid ${called}: ${rule}.`;
}
