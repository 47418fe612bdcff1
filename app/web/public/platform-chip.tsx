import type { ReactNode } from 'react'
import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { PlatformMark } from '#web/parts/platform-mark.tsx'
import { rich } from '#web/ui/rich.ts'
import { StrongName } from '#web/ui/strong-name.tsx'
import { messages } from './texts/messages.ts'
import styles from './platform-chip.module.css'

/** Title of the first step if the login leads to a platform; undefined otherwise. */
export function usePlatformTitle(): { text: string; content: ReactNode } | undefined {
  const t = useMessages(messages)
  const { platform: name, platformLogo, isConfirming } = settings().login ?? {}
  if (name === undefined || isConfirming) return undefined
  const content = (
    <span className={styles.title}>
      <PlatformMark name={name} logo={platformLogo} />
      <span>{rich(t.logInTo, { platform: <bdi>{name}</bdi> })}</span>
    </span>
  )
  return { text: t.logInTo({ platform: name }), content }
}

/** The platform that the login leads to, or that asks a user to confirm who they are; shown on each later step (RT-30). */
export function PlatformChip() {
  const t = useMessages(messages)
  const { platform: name, platformLogo, isConfirming } = settings().login ?? {}
  if (name === undefined) return null
  return (
    <p className={styles.chip}>
      <PlatformMark name={name} logo={platformLogo} size="small" />
      <span>
        {rich(isConfirming ? t.asksWho : t.logInTo, { platform: <StrongName>{name}</StrongName> })}
      </span>
    </p>
  )
}
