import { AlertIcon, CheckCircleIcon, InfoIcon, StopIcon, XIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import './notice.css';

const icons = { info: InfoIcon, success: CheckCircleIcon, warning: AlertIcon, critical: StopIcon } as const;

interface NoticeProps {
  readonly tone: keyof typeof icons;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly onDismiss?: () => void;
  /** `alert` interrupts a screen reader; `status` waits. */
  readonly role?: 'alert' | 'status';
}

/** The notice has no heading, so it fits anywhere in the outline. */
export function Notice({ tone, title, children, action, onDismiss, role }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className="notice" data-tone={tone} role={role}>
      <span className="notice-icon">
        <Icon />
      </span>
      <div className="notice-body">
        <div className="notice-content">
          <p className="notice-title">{title}</p>
          {children}
        </div>
        {action !== undefined && <div className="notice-action">{action}</div>}
      </div>
      {onDismiss !== undefined && <IconButton icon={XIcon} label="Dismiss" onClick={onDismiss} />}
    </div>
  );
}
