import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsConnected } from '../connection.ts'
import { fieldMessages } from './texts/messages.ts'
import { useMessages } from '../locale.ts'
import { useIsOutdated } from '../outdated.ts'
import { reloadWithInput } from '../unsaved-input.ts'
import { Button } from './button.tsx'
import { LineIcon } from './line-icon.tsx'
import styles from './offline-banner.module.css'

/**
 * A banner, shown while the server is unreachable and after a deployment that removed chunks of this page. The live
 * region is always in the document, so that screen readers announce the text. `onReconnected` is called after a
 * reconnection.
 */
export function OfflineBanner({ onReconnected }: { onReconnected?: () => void }) {
  const t = useMessages(fieldMessages)
  const isConnected = useIsConnected()
  const isOutdated = useIsOutdated()
  const callOnReconnected = useEffectEvent(() => onReconnected?.())

  const wasConnected = useRef(isConnected)

  useEffect(() => {
    if (isConnected && !wasConnected.current) callOnReconnected()
    wasConnected.current = isConnected
  }, [isConnected])

  return (
    <div role="status" className={styles.place}>
      {!isConnected && (
        <p className={styles.banner}>
          <LineIcon
            path="M2 7.5a12 12 0 0 1 16 0M5 11a7.5 7.5 0 0 1 10 0M8 14.2a3 3 0 0 1 4 0M3 17L17 3"
            strokeWidth={1.7}
          />
          {t.offline}
        </p>
      )}
      {isConnected && isOutdated && (
        <p className={styles.banner}>
          {t.outdated}
          <Button variant="quiet" onClick={reloadWithInput}>
            {t.reload}
          </Button>
        </p>
      )}
    </div>
  )
}
