import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { environmentMessages } from './environment-messages.ts'
import styles from './environment.module.css'

/** Tells admins where what they do takes effect. */
export function Environment() {
  const t = useMessages(environmentMessages)
  const { isSandbox } = settings()
  return (
    <p className={styles.environment} data-sandbox={isSandbox || undefined}>
      {isSandbox ? t.sandbox : t.production}
    </p>
  )
}
