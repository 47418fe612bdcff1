import { useEffect, useEffectEvent } from 'react'
import { isConnected, onConnection, useIsConnected } from '../connection.ts'
import { fieldMessages } from './field-messages.ts'
import { useMessages } from '../locale.ts'
import styles from './offline-banner.module.css'

/** Shown while the server cannot be reached. The live region is always present, so that it is announced. */
export function OfflineBanner({ onBack }: { onBack?: () => void }) {
  const t = useMessages(fieldMessages)
  const isThere = useIsConnected()
  const askAgain = useEffectEvent(() => onBack?.())

  useEffect(() => {
    let wasThere = isConnected()
    return onConnection(() => {
      const isThereNow = isConnected()
      if (isThereNow && !wasThere) askAgain()
      wasThere = isThereNow
    })
  }, [])

  return (
    <div role="status" className={styles.place}>
      {!isThere && (
        <p className={styles.banner}>
          <svg viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true">
            <path
              d="M2 7.5a12 12 0 0 1 16 0M5 11a7.5 7.5 0 0 1 10 0M8 14.2a3 3 0 0 1 4 0M3 17L17 3"
              stroke="currentColor"
              strokeWidth="1.7"
              strokeLinecap="round"
            />
          </svg>
          {t.offline}
        </p>
      )}
    </div>
  )
}
