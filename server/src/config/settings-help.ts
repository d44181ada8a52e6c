import { defaultOf, SETTINGS_BY_GROUP } from './all-settings.ts';

const WIDTH = 112;
const INDENT = ' '.repeat(29);

export function settingsHelp(): string {
  const groups = SETTINGS_BY_GROUP.map(([group, settings]) => {
    const lines = settings.map((setting) => {
      const words = `${setting.meaning.replaceAll('`', '').replace(/\.$/, '')} (${defaultOf(setting).replaceAll('`', '')})`;
      return `  ${setting.name.padEnd(INDENT.length - 3)} ${wrapped(words)}`;
    });
    return `${group}\n${lines.join('\n')}\n`;
  });
  const others = SETTINGS_BY_GROUP.flatMap(([, settings]) => settings).flatMap(
    ({ name, aliases = [], fileAliases = [] }) => [
      ...aliases.map((alias) => `${alias} for ${name}`),
      ...fileAliases.map((alias) => `${alias} for ${name}_FILE`),
    ],
  );
  return `All settings come from the environment. Without any of the code host's, orgdesk runs against a simulated
one, for trying out. An empty value counts as not set. In brackets: what holds when it is not set.

${groups.join('\n')}
NAME_FILE instead of NAME names a file that holds the value.
Also understood:
${others.map((other) => `  ${other}\n`).join('')}`;
}

function wrapped(words: string): string {
  let column = INDENT.length;
  return words
    .split(' ')
    .map((word, index) => {
      const fits = index === 0 || column + word.length + 1 <= WIDTH;
      const before = index === 0 ? '' : fits ? ' ' : `\n${INDENT}`;
      column = fits ? column + before.length + word.length : INDENT.length + word.length;
      return `${before}${word}`;
    })
    .join('');
}
