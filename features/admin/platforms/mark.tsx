import { Check } from '#web/ui/choice-group.tsx'
import { FieldFault, wiring } from '#web/ui/field.tsx'
import type { FieldsProps, Name } from './fields.tsx'

/** Something that holds for a platform or not. */
export function Mark({ form, name, label }: FieldsProps & { name: Name; label: string }) {
  return (
    <div>
      <Check {...wiring({ form, name, label })} defaultChecked={form.values[name] === true}>
        {label}
      </Check>
      <FieldFault form={form} name={name} />
    </div>
  )
}
