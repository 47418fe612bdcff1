import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    askedSubject: 'A request waits for your decision',
    asked: '{asker} asks for a second person: {kind}.',
    askedHint:
      'Make sure that the request is genuine before you approve it. Do not use this email to do so: call the people concerned.',
    open: 'Open the request',
    decidedSubject: 'Your request was decided',
    done: 'Your request was approved, and it is done: {kind}.',
    waiting:
      'Your request was approved: {kind}. It is done on {time}, unless it is stopped before.',
    refused: 'Your request was refused: {kind}. The reason given: {reason}',
    failed: 'Your request was approved, but nothing was done: {kind}. {outcome}',
    expired: 'Your request has expired: {kind}. Ask again if it is still needed.',
    seeRequest: 'See the request',
    glassSubject: 'Break glass was used on the server',
    glass:
      'An action that takes two people was approved on the server by break glass: {kind}. The reason given: {reason}',
    glassHint: 'It is in the audit log, and on the overview of the admin area for 30 days.',
    questions: 'Questions, or did you not expect this? Write to {supportEmail}.',
  },
  {
    ar: {
      askedSubject: 'طلب بانتظار قرارك',
      asked: 'يطلب {asker} موافقة شخص ثانٍ: {kind}.',
      askedHint:
        'تأكد من صحة الطلب قبل الموافقة عليه. لا تعتمد على هذه الرسالة للتحقق: اتصل بالأشخاص المعنيين.',
      open: 'فتح الطلب',
      decidedSubject: 'تم البتّ في طلبك',
      done: 'تمت الموافقة على طلبك ونُفّذ: {kind}.',
      waiting: 'تمت الموافقة على طلبك: {kind}. سيُنفَّذ في {time} ما لم يوقَف قبل ذلك.',
      refused: 'رُفض طلبك: {kind}. السبب المذكور: {reason}',
      failed: 'تمت الموافقة على طلبك، لكن لم يُنفَّذ شيء: {kind}. {outcome}',
      expired: 'انتهت صلاحية طلبك: {kind}. أعد الطلب إذا كان لا يزال لازمًا.',
      seeRequest: 'عرض الطلب',
      glassSubject: 'استُخدم إجراء الطوارئ على الخادم',
      glass:
        'تمت على الخادم الموافقة بإجراء الطوارئ على إجراء يتطلب شخصين: {kind}. السبب المذكور: {reason}',
      glassHint: 'الحدث مسجّل في سجل التدقيق، ويظهر في النظرة العامة لمنطقة الإدارة لمدة 30 يومًا.',
      questions: 'هل لديك سؤال، أو لم تكن تتوقع ذلك؟ راسلنا على {supportEmail}.',
    },
    fr: {
      askedSubject: 'Une demande attend votre décision',
      asked: '{asker} demande une seconde personne : {kind}.',
      askedHint:
        'Vérifiez que la demande est authentique avant de l’approuver. Ne vous fiez pas à cet e-mail : appelez les personnes concernées.',
      open: 'Ouvrir la demande',
      decidedSubject: 'Votre demande a été traitée',
      done: 'Votre demande a été approuvée et exécutée : {kind}.',
      waiting:
        'Votre demande a été approuvée : {kind}. Elle sera exécutée le {time}, sauf si elle est arrêtée avant.',
      refused: 'Votre demande a été refusée : {kind}. Motif indiqué : {reason}',
      failed: 'Votre demande a été approuvée, mais rien n’a été exécuté : {kind}. {outcome}',
      expired: 'Votre demande a expiré : {kind}. Renouvelez-la si elle est toujours nécessaire.',
      seeRequest: 'Voir la demande',
      glassSubject: 'La procédure d’urgence a été utilisée sur le serveur',
      glass:
        'Une action qui demande deux personnes a été approuvée sur le serveur par la procédure d’urgence : {kind}. Motif indiqué : {reason}',
      glassHint:
        'Elle figure dans le journal d’audit et, pendant 30 jours, dans la vue d’ensemble de l’administration.',
      questions: 'Une question, ou vous ne vous y attendiez pas ? Écrivez à {supportEmail}.',
    },
    es: {
      askedSubject: 'Una solicitud espera su decisión',
      asked: '{asker} pide una segunda persona: {kind}.',
      askedHint:
        'Compruebe que la solicitud es auténtica antes de aprobarla. No use este correo para ello: llame a las personas implicadas.',
      open: 'Abrir la solicitud',
      decidedSubject: 'Se decidió sobre su solicitud',
      done: 'Su solicitud se aprobó y se ejecutó: {kind}.',
      waiting:
        'Su solicitud se aprobó: {kind}. Se ejecutará el {time}, salvo que alguien la detenga antes.',
      refused: 'Su solicitud se rechazó: {kind}. Motivo indicado: {reason}',
      failed: 'Su solicitud se aprobó, pero no se ejecutó nada: {kind}. {outcome}',
      expired: 'Su solicitud caducó: {kind}. Vuelva a pedirlo si aún es necesario.',
      seeRequest: 'Ver la solicitud',
      glassSubject: 'Se usó el procedimiento de emergencia en el servidor',
      glass:
        'Una acción que requiere dos personas se aprobó en el servidor con el procedimiento de emergencia: {kind}. Motivo indicado: {reason}',
      glassHint:
        'Consta en el registro de auditoría y, durante 30 días, en el resumen de la administración.',
      questions: '¿Tiene preguntas o no esperaba esto? Escriba a {supportEmail}.',
    },
    zh: {
      askedSubject: '有一项请求等待您处理',
      asked: '{asker} 请求第二人批准：{kind}。',
      askedHint: '批准之前，请先确认请求属实。请勿仅凭此邮件判断：请致电相关人员核实。',
      open: '打开请求',
      decidedSubject: '您的请求已有结果',
      done: '您的请求已获批准并已执行：{kind}。',
      waiting: '您的请求已获批准：{kind}。如未被中止，将于 {time} 执行。',
      refused: '您的请求被拒绝：{kind}。所述原因：{reason}',
      failed: '您的请求已获批准，但未执行任何操作：{kind}。{outcome}',
      expired: '您的请求已过期：{kind}。如仍有需要，请重新提出。',
      seeRequest: '查看请求',
      glassSubject: '服务器上使用了紧急放行',
      glass: '一项需要两人批准的操作已在服务器上通过紧急放行获得批准：{kind}。所述原因：{reason}',
      glassHint: '该操作已记入审计日志，并会在管理区的概览中显示 30 天。',
      questions: '有疑问，或这并非您所预期？请写信至 {supportEmail}。',
    },
  },
)

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
