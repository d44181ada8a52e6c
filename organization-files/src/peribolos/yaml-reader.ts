import { type Document, isAlias, isMap, isScalar, isSeq, type Node, visit } from 'yaml';

/** What remains of the bounds on one conversion: aliases make a small file large. */
export interface Budget {
  nodes: number;
  characters: number;
}

export class TooLarge extends Error {}

export interface Entry {
  readonly key: string;
  readonly keyNode: unknown;
  readonly value: unknown;
}

export interface Loss {
  readonly node: unknown;
  readonly message: string;
}

/** Reads nodes of a document as peribolos does: aliases and merge keys are followed, text keeps its spelling. */
export interface YamlReader {
  /** What every reader of YAML refuses, because something would be lost. */
  readonly losses: readonly Loss[];
  /** Null for nothing and for what the document says is null. */
  nodeOf(node: unknown): Node | null;
  /** Undefined for what is no mapping. */
  entriesIn(node: unknown): readonly Entry[] | undefined;
  /** Undefined for what is no list. A single text is a list of one. */
  itemsIn(node: unknown): readonly unknown[] | undefined;
  /** Undefined for what is no text. Numbers are text, as they are written. */
  textOf(node: unknown): string | undefined;
}

const MERGE = '<<';
const MERGED_MAX = 100;

export function createYamlReader(document: Document, budget: Budget): YamlReader {
  const targets = targetsOfAliases(document);
  const reader: YamlReader = {
    losses: lossesIn(document, targets),
    nodeOf(node) {
      budget.nodes -= 1;
      if (budget.nodes < 0) throw new TooLarge();
      const found = isAlias(node) ? (targets.get(node) ?? null) : (node as Node | null);
      return isScalar(found) && found.value === null ? null : found;
    },
    entriesIn: (node) => entriesIn(node, new Set()),
    itemsIn(node) {
      const found = reader.nodeOf(node);
      if (found === null) return [];
      if (isSeq(found)) return found.items;
      return isScalar(found) ? [found] : undefined;
    },
    textOf(node) {
      const found = reader.nodeOf(node);
      if (!isScalar(found)) return undefined;
      const text = typeof found.value === 'string' ? found.value : (found.source ?? String(found.value));
      budget.characters -= text.length;
      if (budget.characters < 0) throw new TooLarge();
      return text;
    },
  };
  return reader;

  /** `merging` are the mappings that are merged into each other right now. */
  function entriesIn(node: unknown, merging: ReadonlySet<Node>): readonly Entry[] | undefined {
    const found = reader.nodeOf(node);
    if (found === null) return [];
    if (!isMap(found)) return undefined;
    if (merging.has(found) || merging.size >= MERGED_MAX) throw new TooLarge();
    const own: Entry[] = [];
    const merged: Entry[] = [];
    for (const { key: keyNode, value } of found.items) {
      const key = reader.nodeOf(keyNode) === null ? '' : (reader.textOf(keyNode) ?? '');
      if (key !== MERGE) own.push({ key, keyNode, value });
      else for (const each of mergedFrom(value)) merged.push(...(entriesIn(each, new Set([...merging, found])) ?? []));
    }
    if (merged.length === 0) return own;
    const keys = new Set(own.map(({ key }) => key));
    // Of merged mappings, the first counts.
    for (const entry of merged) {
      if (keys.has(entry.key)) continue;
      keys.add(entry.key);
      own.push(entry);
    }
    return own;
  }

  function mergedFrom(value: unknown): readonly unknown[] {
    const found = reader.nodeOf(value);
    return isSeq(found) ? found.items : [found];
  }
}

/** The library would search the whole document for each alias. An alias means the last anchor before it. */
function targetsOfAliases(document: Document): ReadonlyMap<unknown, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<unknown, Node>();
  visit(document, {
    Node(_, node) {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

function lossesIn(document: Document, targets: ReadonlyMap<unknown, Node>): readonly Loss[] {
  const losses: Loss[] = [];
  visit(document, {
    Alias(_, node) {
      if (!targets.has(node)) losses.push({ node, message: `There is no anchor "${node.source}" before this alias.` });
    },
    Map(_, { items }) {
      const keys = new Set<string>();
      for (const { key, value } of items) {
        if (!isScalar(key)) continue;
        const name = key.source ?? String(key.value);
        if (name === MERGE && isScalar(value)) losses.push({ node: key, message: 'Only mappings can be merged.' });
        if (name !== MERGE && keys.has(name)) losses.push({ node: key, message: 'This key is here twice.' });
        keys.add(name);
      }
    },
  });
  return losses;
}
