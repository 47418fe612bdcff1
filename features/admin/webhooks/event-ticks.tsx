import { useState } from 'react'
import { eventTypes, type EventType } from '#contract/webhook.ts'
import { useMessages } from '#web/locale.ts'
import { Check, ChoiceFrame, Group } from '#web/ui/choice-group.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { samplePayload } from './examples-contract.ts'
import { eventMessages } from './texts/messages.ts'
import styles from './page.module.css'

type Props = { form: FormState<'types', never, { types: readonly EventType[] }> }

const areas = [
  'user',
  'session',
  'credential',
  'access',
  'company',
  'recovery',
  'security',
] as const

/** Checkboxes for the events to deliver, in groups and with a description of their content. */
export function EventTicks({ form }: Props) {
  const t = useMessages(eventMessages)
  const selected = form.values.types
  const select = (types: readonly EventType[]) => form.set('types', types)
  const isAll = selected.length === eventTypes.length
  const [shownType, setShownType] = useState<EventType>(selected[0] ?? eventTypes[0])
  return (
    <ChoiceFrame form={form} name="types" label={t.types}>
      <Check
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected.length > 0 && !isAll
        }}
        onChange={({ target }) => select(target.checked ? eventTypes : [])}
      >
        {t.all}
      </Check>
      <div className={styles.events}>
        <div className={styles.types}>
          {areas.map((area) => (
            <Group key={area} legend={t[`group_${area}`]}>
              {typesOf(area).map((type) => (
                <Check
                  key={type}
                  checked={selected.includes(type)}
                  onFocus={() => setShownType(type)}
                  onChange={({ target }) =>
                    select(
                      target.checked
                        ? [...selected, type]
                        : selected.filter((each) => each !== type),
                    )
                  }
                >
                  <span>
                    {t[keyOf(type)]}
                    <code className="second-line">
                      <bdi dir="ltr">{type}</bdi>
                    </code>
                  </span>
                </Check>
              ))}
            </Group>
          ))}
        </div>
        <SamplePayload type={shownType} />
      </div>
    </ChoiceFrame>
  )
}

/** Shows what a receiver gets for the event whose checkbox had the focus last. */
function SamplePayload({ type }: { type: EventType }) {
  const t = useMessages(eventMessages)
  const title = t.sampleOf({ type })
  return (
    <div className={styles.sample}>
      <p className="hint">{title}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre dir="ltr" lang="en" role="group" aria-label={title} tabIndex={0}>
        {samplePayload(type)}
      </pre>
    </div>
  )
}

function typesOf(area: (typeof areas)[number]): EventType[] {
  return eventTypes.filter((type) => type.startsWith(`${area}.`))
}

/** Text key of an event type, for example `user_changed` of `user.changed`. */
type KeyOf<Type extends string> = Type extends `${infer Area}.${infer What}`
  ? `${Area}_${What}`
  : never

function keyOf(type: EventType): KeyOf<EventType> {
  return type.replace('.', '_') as KeyOf<EventType>
}
