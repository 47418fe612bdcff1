import type { ReactNode } from 'react'
import { useMessages } from '../locale.ts'
import { settings } from '../settings.ts'
import { LineIcon } from '../ui/line-icon.tsx'
import { joiningMessages } from './texts/messages.ts'
import styles from './joining.module.css'

export type JoiningStep = 1 | 2 | 3

type Props = {
  step: JoiningStep
  /** Content above the steps. */
  greeting?: ReactNode
  children: ReactNode
}

/** A page of the sign-up flow: the list of steps and the current step, in two columns on wide screens. */
export function Joining({ step, greeting, children }: Props) {
  return (
    <div className={`stack-6 ${styles.joining}`} data-joining="">
      <div className={styles.way}>
        {greeting}
        <StepBar step={step} />
      </div>
      <div className={styles.step}>{children}</div>
    </div>
  )
}

function StepBar({ step }: { step: JoiningStep }) {
  const t = useMessages(joiningMessages)
  const factor = settings().passkeys.user === 'off' ? t.authenticator : t.factor
  return (
    <ol className={styles.bar} aria-label={t.steps}>
      {[t.password, factor, t.codes].map((name, index) => (
        <li
          key={name}
          aria-current={index + 1 === step ? 'step' : undefined}
          data-done={index + 1 < step || undefined}
        >
          <span className={styles.number}>
            {index + 1 < step ? <LineIcon path="M3 8.5l3.2 3.2L13 5" box={16} /> : index + 1}
          </span>{' '}
          <span className={index + 1 === step ? undefined : 'heard-on-phone'}>{name}</span>
          {index + 1 < step && <span className="visually-hidden"> ({t.done})</span>}
        </li>
      ))}
    </ol>
  )
}
