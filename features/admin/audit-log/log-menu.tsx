import { defaultTimeZone } from '#contract/time.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { zoneChoice } from '#web/time-zones.ts'
import { useZoneNames } from '#web/zone-names.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { MenuItems, Popup } from '#web/ui/popup.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useLog, without } from './audit-search.tsx'
import { OwnSearches } from './own-searches.tsx'
import { messages } from './texts/messages.ts'
import styles from './log-menu.module.css'

export type Live = { isOn: boolean; onChange: (isOn: boolean) => void }

type Props = {
  /** Undefined if the page does not show the newest events. */
  live: Live | undefined
  /** Undefined if there is nothing to export. */
  onExport: (() => void) | undefined
}

/** A menu of rarely used options: following the log, time zone, link to the page, export; on a phone, own searches. */
export function LogMenu({ live, onExport }: Props) {
  const t = useMessages(messages)
  return (
    <Popup
      label={t.logOptions}
      name={t.logOptions}
      className={styles.button}
      face={<LineIcon path="M4 10h.01M10 10h.01M16 10h.01" strokeWidth={2.6} />}
    >
      {(close) => (
        <div className={styles.menu}>
          <OwnSearches isInMenu />
          {live && <LiveSwitch live={live} />}
          <ZoneChoice />
          <MenuItems
            close={close}
            items={[
              {
                text: t.copyLink,
                onPress: () => void copyLink(t.linkCopied).catch(() => undefined),
              },
              ...(onExport ? [{ text: t.export, onPress: onExport }] : []),
            ]}
          />
          {onExport && <small>{t.exportHint}</small>}
        </div>
      )}
    </Popup>
  )
}

function LiveSwitch({ live: { isOn, onChange } }: { live: Live }) {
  const t = useMessages(messages)
  return (
    <label className="option">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {t.live}
    </label>
  )
}

/** Switches between the browser's time zone and UTC. */
function ZoneChoice() {
  const t = useMessages(messages)
  const { search, timeZone, go } = useLog()
  const rest = without(search, 'zone')
  const own = defaultTimeZone()
  const { locale } = useLocale()
  const language = { locale, names: useZoneNames() }
  return (
    <fieldset className={styles.zones}>
      <legend>{t.times}</legend>
      {[...new Set([own, 'UTC'])].map((name) => (
        <label key={name} className="option">
          <input
            type="radio"
            name="zone"
            checked={name === timeZone}
            onChange={() => go(name === own ? rest : { ...rest, zone: 'utc' })}
          />
          <bdi>{name === 'UTC' ? t.utc : zoneChoice(name, language).text}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

async function copyLink(message: string): Promise<void> {
  await navigator.clipboard.writeText(location.href)
  showSuccess(message)
}
