import { Button, type ButtonProps } from '@primer/react';
import { retryAtOf } from '../lib/http-client.ts';
import { useIsBefore } from '../lib/use-is-before.ts';

interface AgainButtonProps {
  /** Why the last attempt failed; where it said from when on another makes sense, the button waits until then. */
  readonly failure: unknown;
  /** While true, an attempt is under way. */
  readonly isBusy: boolean;
  readonly onPress: () => void;
  readonly size?: ButtonProps['size'];
  readonly children: string;
}

/** Does again what failed, or may have changed. Never `disabled`: whoever pressed it keeps the place on the page. */
export function AgainButton({ failure, isBusy, onPress, size = 'medium', children }: AgainButtonProps) {
  const isEarly = useIsBefore(retryAtOf(failure));
  return (
    <Button size={size} onClick={isEarly ? undefined : onPress} inactive={isBusy || isEarly} aria-disabled={isEarly}>
      {children}
    </Button>
  );
}
