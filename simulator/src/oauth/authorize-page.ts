import type { AppRegistration } from '../apps/registration.ts';
import { choiceItem, escapeHtml, htmlPage, titleOf } from '../pages/html.ts';
import type { UserRecord } from '../world/records.ts';

export interface AuthorizePage {
  readonly app: Pick<AppRegistration, 'name'>;
  readonly people: readonly UserRecord[];
  readonly suggested: UserRecord | null;
  readonly returnOrigin: string;
}

export function authorizePage({ app, people, suggested, returnOrigin }: AuthorizePage): string {
  const others = people.filter(({ id }) => id !== suggested?.id);
  const items = [...(suggested ? [personItem(suggested, true)] : []), ...others.map((user) => personItem(user, false))];
  return htmlPage(
    `Authorize ${app.name}`,
    `<p>Choosing somebody authorizes the App and returns to ${escapeHtml(returnOrigin)}.</p>
<form method="post">
<input type="hidden" name="decision" value="authorize">
<ul>
${items.join('\n')}
</ul>
</form>
<form method="post">
<input type="hidden" name="decision" value="cancel">
<button class="cancel">Cancel</button>
</form>`,
    `Who signs in to ${app.name}?`,
  );
}

export const UNKNOWN_APP_PAGE = {
  status: 404,
  html: htmlPage(
    'Not found',
    '<p>The <code>client_id</code> of this request belongs to no App registered here.</p>',
    'No such App',
  ),
} as const;

export const UNKNOWN_PERSON_PAGE = {
  status: 422,
  html: htmlPage(
    'Nobody chosen',
    '<p>There is no account with that login. Go back and choose one of the list.</p>',
    'No such account',
  ),
} as const;

function personItem(user: UserRecord, isSuggested: boolean): string {
  const note = [isSuggested ? 'Suggested' : null, user.signInNote].filter((part) => part !== null).join(' · ');
  const attributes = isSuggested ? ['person suggested', ' autofocus'] : ['person', ''];
  const button = `button class="${attributes[0]}" name="login" value="${escapeHtml(user.login)}"${attributes[1]}`;
  return choiceItem(button, user.id, titleOf(user), note);
}
