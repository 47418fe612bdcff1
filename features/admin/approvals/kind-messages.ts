import { defineMessages } from '#contract/locale.ts'

/** The kinds of contract/approval.ts, as the object of a sentence. */
export const kindMessages = defineMessages(
  {
    'replace-factors': 'replace a lost second factor',
    'user-unlock': 'open an account that its user has locked',
    'users-deactivate': 'deactivate many users',
    'company-deactivate': 'deactivate a company',
    'platform-addresses': 'change addresses or keys of a platform',
    'admin-roles': 'change an administrator’s roles',
    'admin-add': 'add an administrator',
    'admin-reset': 'reset an administrator’s account',
    'admin-deactivate': 'deactivate an administrator',
  },
  {
    ar: {
      'replace-factors': 'استبدال خطوة تحقق ثانية مفقودة',
      'user-unlock': 'فتح حساب قفله صاحبه',
      'users-deactivate': 'تعطيل حسابات عدة مستخدمين',
      'company-deactivate': 'تعطيل شركة',
      'platform-addresses': 'تغيير عناوين منصة أو مفاتيحها',
      'admin-roles': 'تغيير أدوار مسؤول',
      'admin-add': 'إضافة مسؤول',
      'admin-reset': 'إعادة تعيين حساب مسؤول',
      'admin-deactivate': 'تعطيل حساب مسؤول',
    },
    fr: {
      'replace-factors': 'remplacer un second facteur perdu',
      'user-unlock': 'rouvrir un compte verrouillé par son utilisateur',
      'users-deactivate': 'désactiver de nombreux utilisateurs',
      'company-deactivate': 'désactiver une entreprise',
      'platform-addresses': 'modifier les adresses ou les clés d’une plateforme',
      'admin-roles': 'modifier les rôles d’un administrateur',
      'admin-add': 'ajouter un administrateur',
      'admin-reset': 'réinitialiser le compte d’un administrateur',
      'admin-deactivate': 'désactiver un administrateur',
    },
    es: {
      'replace-factors': 'reemplazar un segundo factor perdido',
      'user-unlock': 'abrir una cuenta que su usuario bloqueó',
      'users-deactivate': 'desactivar muchos usuarios',
      'company-deactivate': 'desactivar una empresa',
      'platform-addresses': 'cambiar direcciones o claves de una plataforma',
      'admin-roles': 'cambiar los roles de un administrador',
      'admin-add': 'añadir un administrador',
      'admin-reset': 'restablecer la cuenta de un administrador',
      'admin-deactivate': 'desactivar a un administrador',
    },
    zh: {
      'replace-factors': '更换丢失的第二重验证方式',
      'user-unlock': '打开由用户自行锁定的账户',
      'users-deactivate': '停用多名用户',
      'company-deactivate': '停用公司',
      'platform-addresses': '更改平台的地址或密钥',
      'admin-roles': '更改管理员的角色',
      'admin-add': '添加管理员',
      'admin-reset': '重置管理员账户',
      'admin-deactivate': '停用管理员',
    },
  },
)

/** Why an approved action was not done: the outcomes of contract/approval.ts. */
export const outcomeMessages = defineMessages(
  {
    'changed meanwhile': 'It was changed by somebody else after the request.',
    'asker not allowed': 'Who asked for it no longer has the right to.',
    'decider not allowed': 'Who approved it no longer has the right to.',
    'not possible': 'It is no longer possible.',
    stopped: 'It was stopped.',
    expired: 'It was not done in time.',
  },
  {
    ar: {
      'changed meanwhile': 'غيّره شخص آخر بعد تقديم الطلب.',
      'asker not allowed': 'لم يعد مقدّم الطلب يمتلك هذه الصلاحية.',
      'decider not allowed': 'لم يعد من وافق عليه يمتلك هذه الصلاحية.',
      'not possible': 'لم يعد ذلك ممكنًا.',
      stopped: 'أُوقف الطلب.',
      expired: 'لم يُنفَّذ في الوقت المحدد.',
    },
    fr: {
      'changed meanwhile': 'Quelqu’un d’autre a apporté une modification après la demande.',
      'asker not allowed': 'La personne qui l’a demandée n’en a plus le droit.',
      'decider not allowed': 'La personne qui l’a approuvée n’en a plus le droit.',
      'not possible': 'Ce n’est plus possible.',
      stopped: 'Elle a été arrêtée.',
      expired: 'Elle n’a pas été exécutée à temps.',
    },
    es: {
      'changed meanwhile': 'Otra persona hizo un cambio después de la solicitud.',
      'asker not allowed': 'Quien lo pidió ya no tiene el permiso.',
      'decider not allowed': 'Quien lo aprobó ya no tiene el permiso.',
      'not possible': 'Ya no es posible.',
      stopped: 'Se detuvo.',
      expired: 'No se ejecutó a tiempo.',
    },
    zh: {
      'changed meanwhile': '提出请求后，他人已作更改。',
      'asker not allowed': '请求人已不再拥有该权限。',
      'decider not allowed': '批准人已不再拥有该权限。',
      'not possible': '该操作已无法执行。',
      stopped: '已中止。',
      expired: '未能按时执行。',
    },
  },
)
