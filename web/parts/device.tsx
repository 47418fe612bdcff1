import { deviceKindOf, formatDevice } from '#contract/device.ts'
import { directionOf } from '#contract/locale.ts'
import { useLocale } from '../locale.ts'
import styles from './device.module.css'
import { LineIcon } from '../ui/line-icon.tsx'

const icons = {
  phone:
    'M8.5 3.5h7A1.5 1.5 0 0 1 17 5v14a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19V5a1.5 1.5 0 0 1 1.5-1.5ZM11 17.5h2',
  computer: 'M5.5 5h13A1.5 1.5 0 0 1 20 6.5V16H4V6.5A1.5 1.5 0 0 1 5.5 5ZM2.5 19h19',
  unknown:
    'M5.5 5h13A1.5 1.5 0 0 1 20 6.5V16H4V6.5A1.5 1.5 0 0 1 5.5 5ZM2.5 19h19M12 12.500v.1M10.500 8.600a1.500 1.500 0 1 1 1.500 2',
}

/** A decorative icon: the name of the browser is beside it. */
function DeviceIcon({ browser }: { browser: string }) {
  return (
    <LineIcon className="soft" path={icons[deviceKindOf(browser)]} box={24} strokeWidth={1.75} />
  )
}

/**
 * The name of a browser in the language and direction of the page. The direction is explicit, because the name begins
 * with Latin letters.
 */
export function DeviceName({ browser }: { browser: string }) {
  const { locale } = useLocale()
  return <bdi dir={directionOf(locale)}>{formatDevice(browser, locale)}</bdi>
}

/** The icon and the name of a browser in one line. */
export function Device({ browser }: { browser: string }) {
  return (
    <span className={styles.device}>
      <DeviceIcon browser={browser} />
      <DeviceName browser={browser} />
    </span>
  )
}
