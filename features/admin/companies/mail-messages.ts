import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    subject: '{company} has no owner',
    without:
      '{company} administers itself, and no active user owns it anymore. Until you name an owner, nobody there can give roles.',
    open: 'Name an owner',
  },
  {
    ar: {
      subject: 'لا مالك لشركة {company}',
      without:
        'تدير {company} نفسها، ولم يعد لها أي مالك نشط. لن يتمكن أحد فيها من منح الأدوار إلى أن تعيّن مالكًا.',
      open: 'تعيين مالك',
    },
    fr: {
      subject: '{company} n’a pas de propriétaire',
      without:
        '{company} s’administre elle-même et n’a plus de propriétaire actif. Tant que vous n’en nommez pas un, personne n’y peut attribuer de rôles.',
      open: 'Nommer un propriétaire',
    },
    es: {
      subject: '{company} no tiene propietario',
      without:
        '{company} se administra a sí misma y ya no tiene ningún propietario activo. Hasta que nombre uno, nadie allí puede asignar roles.',
      open: 'Nombrar un propietario',
    },
    zh: {
      subject: '{company} 没有所有者',
      without:
        '{company} 由其自身管理，但已没有有效的所有者。在您指定所有者之前，该公司无人可以设置角色。',
      open: '指定所有者',
    },
  },
)
