import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { environmentMessages } from './texts/messages.ts'
import styles from './environment.module.css'

/** Shows admins in which environment their actions take effect. */
export function Environment() {
  const t = useMessages(environmentMessages)
  const { isSandbox, isProduction } = settings()
  const name = isSandbox ? 'sandbox' : isProduction ? 'production' : 'development'
  return (
    <p className={styles.environment} data-environment={name}>
      {t[name]}
    </p>
  )
}
