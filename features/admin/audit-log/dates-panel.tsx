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
import { trustOwn } from '#web/trusted-types.ts'
import { messages } from './messages.ts'
import styles from './dates-panel.module.css'

type Dates = { startDate?: string; endDate?: string }
type Props = {
  /** Of the later date, which is wrong where the two do not fit. */
  id: string
  startDate: string | undefined
  endDate: string | undefined
  timeZone: string
  fault: string | undefined
  onChange: (dates: Dates) => void
}

// Latin digits and the Gregorian calendar in Arabic, as everywhere.
const regions = {
  en: 'en-GB',
  ar: 'ar-AE-u-ca-gregory-nu-latn',
  fr: 'fr-FR',
  es: 'es-ES',
  zh: 'zh-CN',
} as const

// The date fields' announcer empties itself by innerHTML.
trustOwn()

/** From when until when, to the minute, in the zone that the times are shown in. */
export function DatesPanel({ id, startDate, endDate, timeZone, fault, onChange }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const dates = { ...(startDate && { startDate }), ...(endDate && { endDate }) }

  function change(name: keyof Dates, value: ZonedDateTime | null): void {
    const { [name]: _, ...rest } = dates
    onChange(value ? { ...rest, [name]: value.toAbsoluteString() } : rest)
  }

  return (
    <I18nProvider locale={regions[locale]}>
      <Moment
        label={t.from}
        value={startDate}
        timeZone={timeZone}
        onChange={(value) => change('startDate', value)}
      />
      <div id={id}>
        <Moment
          label={t.until}
          value={endDate}
          timeZone={timeZone}
          describedBy={fault === undefined ? undefined : `${id}-fault`}
          onChange={(value) => change('endDate', value)}
        />
        {fault !== undefined && (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </I18nProvider>
  )
}

type MomentProps = {
  label: string
  value: string | undefined
  timeZone: string
  describedBy?: string | undefined
  onChange: (value: ZonedDateTime | null) => void
}

function Moment({ label, value, timeZone, describedBy, onChange }: MomentProps) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const [placeholder] = useState(() =>
    now(timeZone).set({ hour: 0, minute: 0, second: 0, millisecond: 0 }),
  )
  return (
    <DatePicker<ZonedDateTime>
      className={styles.date ?? ''}
      value={momentOf(value, timeZone)}
      onChange={onChange}
      placeholderValue={placeholder}
      granularity="minute"
      hourCycle={24}
      hideTimeZone
      shouldForceLeadingZeros
      isInvalid={describedBy !== undefined}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <Group className={styles.dateGroup ?? ''}>
        <DateInput className={styles.dateInput ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <Button className={styles.dateButton ?? ''} aria-label={t.openCalendar}>
          <svg viewBox="0 0 20 20" width="20" height="20" fill="none" aria-hidden="true">
            <path
              d="M3.5 5.5h13v11h-13zM3.5 9h13M7 3.5v3M13 3.5v3"
              stroke="currentColor"
              strokeWidth="1.6"
            />
          </svg>
        </Button>
      </Group>
      <Popover className={styles.calendar ?? ''}>
        <Dialog aria-label={label}>
          <Calendar>
            <header className={styles.calendarHeader}>
              <Button slot="previous">{isRightToLeft(locale) ? '›' : '‹'}</Button>
              <Heading />
              <Button slot="next">{isRightToLeft(locale) ? '‹' : '›'}</Button>
            </header>
            <CalendarGrid>
              {(date) => <CalendarCell date={date} className={styles.day ?? ''} />}
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  )
}

function isRightToLeft(locale: string): boolean {
  return locale === 'ar'
}

/** An address may hold anything. */
function momentOf(value: string | undefined, timeZone: string): ZonedDateTime | null {
  const time = Date.parse(value ?? '')
  return Number.isNaN(time) ? null : parseAbsolute(new Date(time).toISOString(), timeZone)
}
