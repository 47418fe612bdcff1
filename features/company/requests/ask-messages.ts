import { defineMessages } from '#contract/locale.ts'

/** For asking for access to a platform. */
export const askMessages = defineMessages(
  {
    request: 'Request access',
    title: 'Request access to {name}',
    effect: 'Your company’s administrators decide. You get an email, and need no new login.',
    reason: 'What do you need it for?',
    reasonHint: 'Your administrators read it.',
    askAdministrators: 'Your company’s administrators can give you access to {name}.',
    waiting: 'You requested access on {time}. Your company’s administrators decide.',
    asked: 'Your request has been sent.',
    changedMeanwhile: 'You have access already. Open the platform again.',
    beyondDelegation: 'Your company cannot give this platform itself. Contact support.',
  },
  {
    ar: {
      request: 'طلب الوصول',
      title: 'طلب الوصول إلى {name}',
      effect: 'يبتّ في الطلب مسؤولو شركتك. تصلك رسالة بريد ولا تحتاج إلى تسجيل دخول جديد.',
      reason: 'لماذا تحتاج إليها؟',
      reasonHint: 'يقرؤه مسؤولو شركتك.',
      askAdministrators: 'يمكن لمسؤولي شركتك منحك الوصول إلى {name}.',
      waiting: 'طلبت الوصول في {time}. يبتّ في الطلب مسؤولو شركتك.',
      asked: 'تم إرسال طلبك.',
      changedMeanwhile: 'لديك حق الوصول بالفعل. افتح المنصة من جديد.',
      beyondDelegation: 'لا يمكن لشركتك منح هذه المنصة بنفسها. تواصل مع الدعم.',
    },
    fr: {
      request: 'Demander l’accès',
      title: 'Demander l’accès à {name}',
      effect:
        'Les administrateurs de votre entreprise décident. Vous recevrez un e-mail, sans avoir à vous reconnecter.',
      reason: 'Pour quoi en avez-vous besoin ?',
      reasonHint: 'Vos administrateurs le lisent.',
      askAdministrators:
        'Les administrateurs de votre entreprise peuvent vous donner l’accès à {name}.',
      waiting:
        'Vous avez demandé l’accès le {time}. Les administrateurs de votre entreprise décident.',
      asked: 'Votre demande a été envoyée.',
      changedMeanwhile: 'Vous avez déjà l’accès. Ouvrez à nouveau la plateforme.',
      beyondDelegation:
        'Votre entreprise ne peut pas donner elle-même cette plateforme. Contactez l’assistance.',
    },
    es: {
      request: 'Solicitar acceso',
      title: 'Solicitar acceso a {name}',
      effect:
        'Deciden los administradores de su empresa. Recibirá un correo y no tendrá que volver a iniciar sesión.',
      reason: '¿Para qué lo necesita?',
      reasonHint: 'Lo leen sus administradores.',
      askAdministrators: 'Los administradores de su empresa pueden darle acceso a {name}.',
      waiting: 'Solicitó acceso el {time}. Deciden los administradores de su empresa.',
      asked: 'Se ha enviado su solicitud.',
      changedMeanwhile: 'Ya tiene acceso. Vuelva a abrir la plataforma.',
      beyondDelegation:
        'Su empresa no puede dar esta plataforma por sí misma. Contacte con soporte.',
    },
    zh: {
      request: '申请访问权限',
      title: '申请访问 {name}',
      effect: '由贵公司的管理员决定。您会收到邮件，无需重新登录。',
      reason: '您需要它来做什么？',
      reasonHint: '管理员会看到。',
      askAdministrators: '贵公司的管理员可以授予您对 {name} 的访问权限。',
      waiting: '您已于 {time} 申请访问权限，由贵公司的管理员决定。',
      asked: '您的申请已发送。',
      changedMeanwhile: '您已有访问权限，请重新打开平台。',
      beyondDelegation: '贵公司无权自行授予此平台，请联系客服支持。',
    },
  },
)
