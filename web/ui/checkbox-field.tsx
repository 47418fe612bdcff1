import { FieldFault, wiring, type FieldProps } from './field.tsx'
import styles from './form.module.css'

export function CheckboxField<Name extends string>(props: FieldProps<Name>) {
  return (
    <div className={styles.field}>
      <label className={styles.check}>
        <input {...wiring(props)} type="checkbox" required />
        <span>{props.label}</span>
      </label>
      <FieldFault form={props.form} name={props.name} />
    </div>
  )
}
