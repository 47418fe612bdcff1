import { lazy, useCallback, useState } from 'react'
import { Field, wiring, type FieldProps } from '#web/ui/field.tsx'
import { LazyOnInteraction, loadChunk } from '#web/lazy.tsx'
import { useLocale } from '#web/locale.ts'
import { useZoneNames } from '#web/zone-names.ts'
import { isZoneMatch, zoneChoice, zoneChoices, type ZoneChoice } from '#web/time-zones.ts'

const ComboBox = lazy(async () => {
  const { ComboBox } = await loadChunk(() => import('#web/ui/combo-box.tsx'))
  return { default: ComboBox<string, ZoneChoice> }
})

type Props<Name extends string> = FieldProps<Name> & {
  /** Current time zone; it remains an option even under a former name. */
  current: string
  buttonLabel: string
  emptyText: string
}

export function TimeZoneField<Name extends string>(props: Props<Name>) {
  const { current } = props
  const { locale } = useLocale()
  const names = useZoneNames()
  // The list of all time zones is created only when the pointer or focus is on the field (`isNear`).
  const choices = useCallback(
    (isNear: boolean) => {
      const language = { locale, names }
      return isNear ? zoneChoices(language, current) : [zoneChoice(current, language)]
    },
    [locale, names, current],
  )
  const [isFocused, setFocused] = useState(false)
  return (
    <LazyOnInteraction placeholder={<PlainZone {...props} onFocusChange={setFocused} />}>
      <ComboBox {...props} choices={choices} isMatch={isZoneMatch} isFocused={isFocused} />
    </LazyOnInteraction>
  )
}

type PlainProps<Name extends string> = FieldProps<Name> & {
  onFocusChange: (isFocused: boolean) => void
}

/** A placeholder of the same height, which avoids a layout shift and keeps the focus while the combo box loads. */
function PlainZone<Name extends string>({ onFocusChange, ...props }: PlainProps<Name>) {
  const { locale } = useLocale()
  const language = { locale, names: useZoneNames() }
  const { text } = zoneChoice(String(props.form.values[props.name]), language)
  const { id, 'aria-describedby': describedBy } = wiring(props)
  return (
    <Field {...props}>
      <input
        id={id}
        aria-describedby={describedBy}
        readOnly
        value={text}
        onFocus={() => onFocusChange(true)}
        onBlur={() => onFocusChange(false)}
      />
    </Field>
  )
}
