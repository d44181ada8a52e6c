import type { AppRegistration } from '../apps/registration.ts';
import { escapeHtml, htmlPage } from '../pages/html.ts';
import type { UserRecord } from '../world/records.ts';

/** What the authorization page shows. */
export interface AuthorizePage {
  readonly app: Pick<AppRegistration, 'name'>;
  readonly people: readonly UserRecord[];
  /** The account the App suggests; it comes first and has the focus. */
  readonly suggested: UserRecord | null;
  /** Where the answer will go, for the person to see. */
  readonly returnOrigin: string;
}

/**
 * The page that asks who signs in. Each person is a button of one form, Cancel a second form; both
 * post to the address of the page, which carries the request.
 */
export function authorizePage({ app, people, suggested, returnOrigin }: AuthorizePage): string {
  const others = people.filter(({ id }) => id !== suggested?.id);
  const items = [...(suggested ? [personItem(suggested, true)] : []), ...others.map((user) => personItem(user, false))];
  return htmlPage(
    `Authorize ${app.name}`,
    `<h1>Who signs in to ${escapeHtml(app.name)}?</h1>
<p>Choosing somebody authorizes the App and returns to ${escapeHtml(returnOrigin)}.</p>
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
  );
}

/** The page for an App nobody registered. */
export function unknownAppPage(): string {
  return htmlPage(
    'Not found',
    '<h1>No such App</h1>\n<p>The <code>client_id</code> of this request belongs to no App registered here.</p>',
  );
}

/** The page for a form that names nobody. */
export function unknownPersonPage(): string {
  return htmlPage(
    'Nobody chosen',
    '<h1>No such account</h1>\n<p>There is no account with that login. Go back and choose one of the list.</p>',
  );
}

function personItem({ id, login, name, signInNote }: UserRecord, isSuggested: boolean): string {
  const title = name === null ? escapeHtml(login) : `${escapeHtml(name)} (${escapeHtml(login)})`;
  const note = [isSuggested ? 'Suggested' : null, signInNote].filter((part) => part !== null).join(' · ');
  return `<li><button class="person${isSuggested ? ' suggested' : ''}" name="login" value="${escapeHtml(login)}"${isSuggested ? ' autofocus' : ''}>
<img src="/avatars/${id}" alt="" width="40" height="40"><strong>${title}</strong><small>${escapeHtml(note)}</small>
</button></li>`;
}
