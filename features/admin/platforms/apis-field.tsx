import { useColon, useMessages } from '#web/locale.ts'
import { Check, Group } from '#web/ui/choice-group.tsx'
import { FieldFault } from '#web/ui/field.tsx'
import { idOf } from '#web/ui/form-state.ts'
import type { PlatformDetails } from './contract.ts'
import { choicesOf, type FieldsProps } from './values.tsx'
import { messages } from './texts/messages.ts'

type Props = FieldsProps & { platform: Pick<PlatformDetails, 'apis' | 'offeredApis'> }

/**
 * Selects the APIs and scopes that the platform may request. Also lists permitted scopes that are no longer offered. An
 * option is the id of an API and a scope, separated by a space.
 */
export function ApisField({ form, platform: { apis, offeredApis } }: Props) {
  const t = useMessages(messages)
  const colon = useColon()
  const names = new Map(offeredApis.map(({ id, name }) => [id, name]))
  const options = [...new Set([...offeredApis, ...apis].flatMap(choicesOf))]
  const selected = form.values.apis
  const select = (option: string, isSelected: boolean) => {
    const others = selected.filter((each) => each !== option)
    form.set('apis', isSelected ? [...others, option] : others)
  }
  return (
    <Group legend={t.apis} id={idOf(form, 'apis')} tabIndex={-1}>
      <p className="soft">{options.length === 0 ? t.noApis : t.apisHint}</p>
      {options.map((option) => {
        const [id = '', scope] = option.split(' ')
        return (
          <Check
            key={option}
            checked={selected.includes(option)}
            onChange={({ target }) => select(option, target.checked)}
          >
            <span>
              <bdi>{names.get(id) ?? id}</bdi>
              {colon}
              <bdi dir="ltr">{scope}</bdi>
            </span>
          </Check>
        )
      })}
      <FieldFault form={form} name="apis" />
    </Group>
  )
}
