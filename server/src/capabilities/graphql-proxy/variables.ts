import { VARIABLE_MAX_CHARACTERS } from '../../domain/limits.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { AllowedOperation } from './allowlist.ts';

/**
 * The variables of an operation as its row of the table says: none missing, none more, each a text; a cursor may be
 * null or left out (decision G2).
 */
export function parseVariables(
  input: unknown,
  { variables }: AllowedOperation,
): Result<Readonly<Record<string, string | null>>, 'bad-variables'> {
  const given = input ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return refuse('bad-variables');
  if (Object.keys(given).some((name) => !Object.hasOwn(variables, name))) return refuse('bad-variables');

  const parsed: Record<string, string | null> = {};
  for (const [name, kind] of Object.entries(variables)) {
    const value: unknown = Object.getOwnPropertyDescriptor(given, name)?.value;
    if (typeof value === 'string' && value !== '' && value.length <= VARIABLE_MAX_CHARACTERS) parsed[name] = value;
    else if (kind === 'text-or-nothing' && (value === undefined || value === null)) parsed[name] = null;
    else return refuse('bad-variables');
  }
  return ok(parsed);
}
