/**
 * The addresses below that of an object, by the name of their field: `keys{/key_id}` is `keys_url`, and what is not
 * named after its path is written `merges=pulls/merge`.
 */
export function addressesBelow(base: string, list: string): Readonly<Record<string, string>> {
  const entries = list.split(/\s+/).map((entry) => {
    const [, name, path] = /^(?:(\w+)=)?(.*)$/.exec(entry) ?? [];
    return [`${name ?? /^\w+/.exec(entry)?.[0]}_url`, `${base}/${path}`];
  });
  return Object.fromEntries(entries);
}
