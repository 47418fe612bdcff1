import { addressFault, loopback } from '#contract/address.ts'
import { useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { connectMessages } from './texts/messages.ts'
import styles from './connect.module.css'

type Props = {
  addresses: readonly string[]
  /** True to list only addresses with a fault or a warning, and no valid ones. */
  showsFaultsOnly?: boolean
}

/** Shows for each address, while the admin types, whether the server will accept it. */
export function AddressChecks({ addresses, showsFaultsOnly = false }: Props) {
  const t = useMessages(connectMessages)
  if (addresses.length === 0) return null
  return (
    <ul className={styles.checks} aria-live="polite">
      {addresses.map((address, index) => {
        const isRepeated = addresses.indexOf(address) < index
        const fault = isRepeated ? 'twice' : addressFault(address)
        const result = fault ?? kindOf(address)
        if (showsFaultsOnly && result === 'ok') return null
        return (
          <li key={`${index} ${address}`} className="row-2" data-right={fault === undefined}>
            <LineIcon path={fault ? 'M4 4l8 8M12 4l-8 8' : 'M3.5 8.5l3 3 6-7'} box={16} />
            <bdi dir="ltr">{address}</bdi>
            <span>{t[`check_${result}`]}</span>
          </li>
        )
      })}
    </ul>
  )
}

function kindOf(address: string): 'ok' | 'loopback' {
  return loopback.includes(new URL(address).hostname) ? 'loopback' : 'ok'
}
