import { type Document, isAlias, isCollection, isNode, isPair, visit } from 'yaml';

/** A place in a file that makes it too large, or that has no end. */
export interface UnboundedPlace {
  readonly offset: number;
  readonly message: string;
}

/**
 * Counts the nodes that a document has once each alias is replaced by what it stands for, without replacing any. Null if
 * there are at most `max`.
 */
export function unboundedPlace(document: Document, max: number): UnboundedPlace | null {
  const anchored = new Map<string, unknown>();
  const meant = new Map<unknown, unknown>();
  // An alias stands for the nearest anchor before it.
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) meant.set(node, anchored.get(node.source));
      else if ('anchor' in node && typeof node.anchor === 'string') anchored.set(node.anchor, node);
    },
  });
  const counts = new Map<unknown, number>();
  const within = new Set<unknown>();
  let found: UnboundedPlace | null = null;
  const end = (node: unknown, message: string): number => {
    found ??= { offset: isNode(node) ? (node.range?.[0] ?? 0) : 0, message };
    return 0;
  };
  const countOf = (node: unknown): number => {
    if (found !== null) return 0;
    const known = counts.get(node);
    if (known !== undefined) return known;
    if (isAlias(node) && within.has(meant.get(node))) return end(node, 'This alias is part of what it stands for.');
    within.add(node);
    const parts = isAlias(node)
      ? [meant.get(node)]
      : isPair(node)
        ? [node.key, node.value]
        : isCollection(node)
          ? node.items
          : [];
    let count = isPair(node) ? 0 : 1;
    for (const part of parts) {
      count += countOf(part);
      if (count > max)
        return end(part ?? node, `With its aliases, the file has more than ${max.toLocaleString('en')} values.`);
    }
    within.delete(node);
    counts.set(node, count);
    return count;
  };
  countOf(document.contents);
  return found;
}
