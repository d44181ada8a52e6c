import { ok, refuse } from '../../../lib/result.ts';
import type { SettingKind } from '../settings.ts';

const FORMS = 'sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE';

export const A_DATABASE: SettingKind<string> = {
  parse: (text) => {
    if (/^sqlite:.*[^/\\]$/.test(text)) return ok(text);
    if (/^sqlite:/.test(text)) return refuse('must have a file path after sqlite:');
    if (/^(postgres(ql)?|cockroachdb):\/\//.test(text)) {
      return URL.canParse(text) && new URL(text).hash === ''
        ? ok(text)
        : refuse(
            'is not a valid URL: in the user and password, write @ as %40, / as %2F, # as %23, ? as %3F, : as %3A, % as %25',
          );
    }
    if (/^p(ost|g|sql)\w*:/i.test(text)) return refuse('must begin with postgres://');
    if (/^[./~]|\.(db|sqlite3?)$/.test(text)) return refuse('must begin with sqlite: if it is a path');
    return refuse(`must be ${FORMS}`);
  },
};
