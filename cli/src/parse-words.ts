import { unknownArgument } from '@orgdesk/command-framework/describe-command';
import { ok, type Result, refuse } from '@orgdesk/contract/result';

type Words<Names extends readonly string[]> = { readonly [Index in keyof Names]: string };

export function parseWords<const Names extends readonly string[]>(
  words: readonly string[],
  names: Names,
): Result<Words<Names>, string> {
  const extra = words[names.length];
  if (extra !== undefined) return refuse(unknownArgument(extra));
  const missing = names.filter((_, index) => (words[index] ?? '') === '');
  if (missing.length > 0) return refuse(`${missing.join(' and ')} must follow`);
  // Its length was checked.
  return ok(words as Words<Names>);
}
