import type { Settings } from '#contract/settings.ts'
import { useMessages } from '#web/locale.ts'
import { settings } from '#web/settings.ts'
import { environmentMessages } from './texts/messages.ts'
import styles from './environment.module.css'

/** Shows admins in which environment their actions take effect. */
export function Environment() {
  const t = useMessages(environmentMessages)
  const name = environmentOf(settings())
  return (
    <p className={styles.environment} data-environment={name}>
      {t[name]}
    </p>
  )
}

function environmentOf({ isSandbox, isProduction }: Settings) {
  if (isSandbox) return 'sandbox'
  return isProduction ? 'production' : 'development'
}
