import type { FileProblem } from '@orgdesk/contract';
import { ORGANIZATION_FILE_PROBLEMS_MAX, ORGANIZATION_FILE_SHOWN_CHARACTERS } from '@orgdesk/contract/limits';
import { type Document, LineCounter, parseAllDocuments, type YAMLParseError } from 'yaml';

const SYNTAX: Partial<Record<YAMLParseError['code'], string>> = {
  TAB_AS_INDENT: 'Indent with spaces, not tabs.',
  BLOCK_AS_IMPLICIT_KEY: 'A mapping or list cannot begin here. Text that contains ": " must be in quotes.',
  RESOURCE_EXHAUSTION: 'The file is nested too deeply.',
};

export interface ParsedYaml {
  readonly document: Document | null;
  readonly problems: readonly FileProblem[];
  readonly at: (offset: number, message: string, nearest?: string | null) => FileProblem;
}

export function parseYaml(name: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const at: ParsedYaml['at'] = (offset, message, nearest = null) => {
    const { line, col } = lines.linePos(offset);
    const start = lines.lineStarts[line - 1] ?? 0;
    const source = text.slice(start, start + ORGANIZATION_FILE_SHOWN_CHARACTERS).split(/\r?\n/, 1)[0] ?? '';
    return { file: name, line: Math.max(line, 1), column: Math.max(col, 1), message, source, nearest };
  };
  const failed = (...problems: readonly FileProblem[]): ParsedYaml => ({ document: null, problems, at });
  const documents = parseAllDocuments(text, {
    version: '1.2',
    lineCounter: lines,
    prettyErrors: false,
    // The library compares each key with all before it.
    uniqueKeys: false,
  });
  const [document, second] = [...documents];
  if (document === undefined) return failed(at(0, 'The file is empty.'));
  if (second !== undefined) return failed(at(second.range[0], 'A file has one document: split the file.'));
  const errors = [...document.errors, ...document.warnings];
  const tooDeep = errors.filter(({ code }) => code === 'RESOURCE_EXHAUSTION');
  const shown = tooDeep.length > 0 ? tooDeep.slice(0, 1) : errors.slice(0, ORGANIZATION_FILE_PROBLEMS_MAX + 1);
  if (shown.length > 0) return failed(...shown.map(({ pos, code, message }) => at(pos[0], SYNTAX[code] ?? message)));
  return { document, problems: [], at };
}
