import type { NamedText } from '@orgdesk/organization-files/check-files';
import type { KeyPath } from '@orgdesk/organization-files/parse-file';
import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { foldLogin } from '../../domain/account.ts';

/** A file of names, in which everything but the changed ones stays, comments included. Names match in any letter case. */
export interface YamlFile {
  /** Keeps the order of a sorted list. Without the list, adds nothing. */
  addTo(list: KeyPath, name: string): void;
  removeFrom(list: KeyPath, name: string): void;
  rename(list: KeyPath, from: string, to: string): void;
  /** Adds a missing key to a mapping that exists. */
  setKey(map: KeyPath, key: string, value: unknown): void;
  deleteKey(map: KeyPath, key: string): void;
  renameKey(map: KeyPath, from: string, to: string): void;
  hasAt(path: KeyPath): boolean;
  text(): string;
}

export function editYaml({ text }: Pick<NamedText, 'text'>): YamlFile {
  const document = parseDocument(text, { version: '1.2', uniqueKeys: false });
  let isChanged = false;
  const listAt = (path: KeyPath): YAMLSeq | null => {
    const found = nodeAt(document, path);
    return isSeq(found) ? found : null;
  };
  const mapAt = (path: KeyPath): YAMLMap | null => {
    const found = nodeAt(document, path);
    return isMap(found) ? found : null;
  };
  const folded = new WeakMap<object, string>();
  const foldedNameOf = (item: unknown): string => {
    const known = folded.get(Object(item)) ?? foldLogin(nameOf(item));
    folded.set(Object(item), known);
    return known;
  };
  const indexOf = (items: readonly unknown[], name: string): number => {
    const wanted = foldLogin(name);
    return items.findIndex((item) => foldedNameOf(item) === wanted);
  };

  return {
    addTo(path, name) {
      const list = listAt(path);
      if (list === null || indexOf(list.items, name) !== -1) return;
      insert(list.items, document.createNode(name), name);
      showInLines(list);
    },
    removeFrom(path, name) {
      const list = listAt(path);
      const index = list === null ? -1 : indexOf(list.items, name);
      if (list === null || index === -1) return;
      list.items.splice(index, 1);
      isChanged = true;
    },
    rename(path, from, to) {
      const list = listAt(path);
      const item = list?.items[indexOf(list.items, from)];
      if (!isScalar(item)) return;
      item.value = to;
      folded.delete(item);
      isChanged = true;
    },
    setKey(path, key, value) {
      const map = mapAt(path);
      if (map === null) return;
      const index = indexOf(map.items, key);
      const pair = map.items[index];
      if (pair !== undefined && isScalar(pair.value) && Object(value) !== value) pair.value.value = value;
      else if (pair !== undefined) pair.value = document.createNode(value);
      else {
        insert(map.items, document.createPair(key, value) as Pair, key);
        showInLines(map);
      }
      isChanged = true;
    },
    deleteKey(path, key) {
      const map = mapAt(path);
      const index = map === null ? -1 : indexOf(map.items, key);
      if (map === null || index === -1) return;
      map.items.splice(index, 1);
      isChanged = true;
    },
    renameKey(path, from, to) {
      const map = mapAt(path);
      const pair = map?.items[indexOf(map.items, from)];
      if (pair === undefined || !isScalar(pair.key)) return;
      pair.key.value = to;
      folded.delete(pair);
      isChanged = true;
    },
    hasAt: (path) => nodeAt(document, path) !== undefined,
    text() {
      if (!isChanged) return text;
      const written = document.toString({ lineWidth: 0, ...styleOf(text) });
      return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
    },
  };
  function insert<T>(items: T[], item: T, name: string): void {
    const isSorted = items.every((each, index) => index === 0 || foldedNameOf(items[index - 1]) <= foldedNameOf(each));
    const before = isSorted ? items.findIndex((each) => foldedNameOf(each) > foldLogin(name)) : -1;
    items.splice(before === -1 ? items.length : before, 0, item);
    isChanged = true;
  }
}

/** Unlike the library's own function, finds keys in any letter case. */
function nodeAt(document: Document, path: KeyPath): unknown {
  let node: unknown = document.contents;
  for (const key of path) {
    if (!isMap(node)) return undefined;
    node = node.items.find((pair) => foldLogin(nameOf(pair)) === foldLogin(String(key)))?.value;
  }
  return node;
}

/** Returns the text of an item, or the key of a pair. */
function nameOf(item: unknown): string {
  if (isScalar(item)) return String(item.value);
  const { key } = Object(item) as { readonly key?: unknown };
  return key === undefined ? '' : nameOf(key);
}

/** A collection that was empty has no style of its own. */
function showInLines(collection: YAMLMap | YAMLSeq): void {
  if (collection.items.length === 1) collection.flow = false;
}

/** Returns how a text is indented and spaced. */
const styleOf = (text: string) => ({
  indent: /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2,
  indentSeq: !/^( *)[^\s#-][^\n]*:[ \t\r]*\n(?: *#[^\n]*\n)*\1- /m.test(text),
  flowCollectionPadding: /[{[] /.test(text),
});
