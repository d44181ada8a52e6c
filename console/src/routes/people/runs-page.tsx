import { RunList } from '../../features/people/runs/run-list.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  usePageTitle('Changes in several organizations');
  return <RunList />;
}
