import { DeviceSignIn } from '../features/account/device-sign-in.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

export function Page() {
  usePageTitle('Sign in a program');
  return <DeviceSignIn />;
}
