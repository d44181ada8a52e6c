import { expect, onTestFinished, test } from 'vitest';
import { startDemo } from '../../support/service/program.ts';
import { type DrivenBrowser, installed, openFirefox, openWebKit } from './drivers.ts';

/** Signs in, begins an installation and signs out, by the pages of the service and of the simulated code host. */
async function walk(browser: DrivenBrowser): Promise<void> {
  const service = await startDemo();
  onTestFinished(() => service.remove());
  const session = () => browser.evaluate("fetch('/api/auth/session').then((answer) => answer.status, () => 0)");
  const address = () => browser.evaluate('location.href');

  await browser.goTo(`${service.url}/api/auth/start`);
  await expect.poll(address).toContain('/login/oauth/authorize');
  await browser.evaluate("document.querySelector('button[value=ada], button[name=login]').click()");
  await expect.poll(address).toContain(`${service.url}/`);
  await expect.poll(session).toBe(200);
  expect(await browser.evaluate('document.cookie')).toBe('');

  await browser.goTo(`${service.url}/api/install/start`);
  await expect.poll(address).not.toContain(service.url);
  await browser.goTo(service.url);

  expect(await browser.evaluate("fetch('/api/auth/logout', { method: 'POST' }).then((answer) => answer.status)")).toBe(
    200,
  );
  expect(await session()).toBe(401);
}

const webkit = installed('WebKitWebDriver');
const xvfb = installed('Xvfb');
const hasScreen = xvfb !== null || process.env.DISPLAY !== undefined || process.env.WAYLAND_DISPLAY !== undefined;
const firefox = installed('firefox-esr') ?? installed('firefox');
const skips = [
  ...(webkit === null || !hasScreen ? ['WebKitGTK: install webkit2gtk-driver and xvfb'] : []),
  ...(firefox === null ? ['Firefox: install firefox-esr'] : []),
];
for (const skip of skips) process.stderr.write(`Skipped: no walk in ${skip}.\n`);

test.skipIf(webkit === null || !hasScreen)('WebKitGTK signs in and out at http://localhost', async () => {
  await walk(await openWebKit(webkit ?? '', xvfb));
});

test.skipIf(firefox === null)('Firefox signs in and out at http://localhost', async () => {
  await walk(await openFirefox(firefox ?? ''));
});
