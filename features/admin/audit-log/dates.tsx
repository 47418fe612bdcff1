import { now, parseAbsolute, type ZonedDateTime } from '@internationalized/date'
import { useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Dialog } from 'react-aria-components/Dialog'
import { Calendar, CalendarCell, CalendarGrid, Heading } from 'react-aria-components/Calendar'
import {
  Button,
  DateInput,
  DatePicker,
  DateSegment,
  Group,
  Label,
  Popover,
} from 'react-aria-components/DatePicker'
import { useLocale, useMessages } from '#web/locale.ts'
import { createTrustedTypesPolicy } from '#web/trusted-types.ts'
import { useLog, type AuditSearch } from './audit-search.tsx'
import { messages } from './texts/messages.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import styles from './dates.module.css'

type Props = {
  /** Id of the end field, which shows the error. */
  id: string
  startDate: string | undefined
  endDate: string | undefined
  fault: string | undefined
  isStartFocused: boolean
  onChange: (dates: Pick<AuditSearch, 'startDate' | 'endDate'>) => void
}

// Forces Latin digits and the Gregorian calendar in Arabic too, as on all other pages.
const regions = {
  en: 'en-GB',
  ar: 'ar-AE-u-ca-gregory-nu-latn',
  fr: 'fr-FR',
  es: 'es-ES',
  zh: 'zh-CN',
} as const

// The announcer of the date fields clears itself through innerHTML, which needs a Trusted Types policy.
createTrustedTypesPolicy()

/** Date fields for start and end, to the minute, in the time zone of the page. */
export function Dates({ id, startDate, endDate, fault, isStartFocused, onChange }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()

  function change(changed: Record<string, string | undefined>): void {
    const dates = Object.entries({ startDate, endDate, ...changed })
    onChange(Object.fromEntries(dates.filter(([, value]) => value)) as AuditSearch)
  }

  return (
    <I18nProvider locale={regions[locale]}>
      <DateField
        label={t.from}
        value={startDate}
        isFocused={isStartFocused}
        onChange={(startDate) => change({ startDate })}
      />
      <div id={id}>
        <DateField
          label={t.until}
          value={endDate}
          describedBy={fault === undefined ? undefined : `${id}-fault`}
          onChange={(endDate) => change({ endDate })}
        />
        {fault !== undefined && (
          <p id={`${id}-fault`} className="hint wrong" role="alert">
            {fault}
          </p>
        )}
      </div>
    </I18nProvider>
  )
}

type DateFieldProps = {
  label: string
  value: string | undefined
  describedBy?: string | undefined
  isFocused?: boolean
  onChange: (value: string | undefined) => void
}

function DateField({ label, value, describedBy, isFocused = false, onChange }: DateFieldProps) {
  const t = useMessages(messages)
  const { timeZone } = useLog()
  const [placeholder] = useState(() =>
    now(timeZone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }),
  )
  return (
    <DatePicker<ZonedDateTime>
      className="stack-2"
      value={momentOf(value, timeZone)}
      onChange={(value) => onChange(value?.toAbsoluteString())}
      placeholderValue={placeholder}
      granularity="minute"
      hourCycle={24}
      hideTimeZone
      autoFocus={isFocused}
      shouldForceLeadingZeros
      isInvalid={describedBy !== undefined}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    >
      <Label className="strong">{label}</Label>
      <Group className={styles.dateGroup ?? ''}>
        <DateInput className={styles.dateInput ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <Button className={styles.dateButton ?? ''} aria-label={t.openCalendar}>
          <LineIcon path="M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v3M13 3.5v3" strokeWidth={1.6} />
        </Button>
      </Group>
      <CalendarPopover label={label} />
    </DatePicker>
  )
}

function CalendarPopover({ label }: { label: string }) {
  return (
    <Popover className={styles.calendar ?? ''}>
      <Dialog aria-label={label}>
        <Calendar>
          <header className={styles.calendarHeader}>
            {/* A browser mirrors these two characters in a right-to-left text. */}
            <Button slot="previous">‹</Button>
            <Heading />
            <Button slot="next">›</Button>
          </header>
          <CalendarGrid>
            {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  )
}

/** Returns null for an invalid time, because the URL may contain any text. */
function momentOf(value: string | undefined, timeZone: string): ZonedDateTime | null {
  const time = Date.parse(value ?? '')
  return Number.isNaN(time) ? null : parseAbsolute(new Date(time).toISOString(), timeZone)
}
