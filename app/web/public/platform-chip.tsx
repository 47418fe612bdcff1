import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { PlatformMark } from '#web/parts/platform-mark.tsx'
import { rich } from '#web/ui/rich.ts'
import { StrongName } from '#web/ui/strong-name.tsx'
import { messages } from './texts/messages.ts'
import styles from './platform-chip.module.css'

/** The platform that the login leads to, or that asks a user to confirm who they are; shown on each step (RT-30). */
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
