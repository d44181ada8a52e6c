import { createBrowser } from '../../server/test/support/browser.ts';
import { type Attack, exactly } from './attack.ts';
import type { Target } from './target.ts';

/** Another site's page can make a signed-in browser navigate or load a picture. */
export const OTHER_SITE: readonly Attack[] = [
  {
    name: 'a sign-in for mobile, begun by another site in a signed-in browser',
    run: async ({ url }: Target) => {
      const browser = createBrowser();
      const signIn = async (query: string) => {
        const started = await browser.request(`${url}/api/auth/start${query}`);
        return browser.request(await authorize(started.location ?? ''));
      };
      await signIn('');
      const picture = await browser.request(`${url}/api/auth/start`, { headers: { 'sec-fetch-dest': 'image' } });
      const mobile = await signIn('?mode=mobile');
      const session = await browser.request(`${url}/api/auth/session`);
      return [
        exactly('cookies set for a picture', '0', String(picture.setCookies.length)),
        exactly('the mobile sign-in', '200', String(mobile.status)),
        exactly('the web session afterwards', '200', String(session.status)),
      ];
    },
  },
];

/** Accepts on the page of the simulated code host; answers where it sends people back to. */
async function authorize(page: string): Promise<string> {
  const body = new URLSearchParams({
    ...Object.fromEntries(new URL(page).searchParams),
    login: 'ada',
    decision: 'authorize',
  });
  const accepted = await fetch(page, { method: 'POST', redirect: 'manual', body });
  return accepted.headers.get('location') ?? '';
}
