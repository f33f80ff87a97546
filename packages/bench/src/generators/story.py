import os

from fulmar_client import AuthenticatedClient
from fulmar_client.api.compute import cloud_vm_create, cloud_vm_delete, cloud_vm_get, operation_get
from fulmar_client.models import Acceptance, CloudVmDetail, CreateCloudVm, Error, Operation

workspace_id = os.environ["FULMAR_WORKSPACE"]
client = AuthenticatedClient(base_url=os.environ["FULMAR_API_URL"], token=os.environ["FULMAR_TOKEN"], timeout=90)


def ended(operation_id: str) -> None:
    operation = operation_get.sync(operation_id, client=client, workspace_id=workspace_id, wait=60)
    assert isinstance(operation, Operation), operation
    assert operation.status == "succeeded", operation


body = CreateCloudVm(name="generated-python", plan_id="plan-nano", template_id="debian-13", public_ip=True)
created = cloud_vm_create.sync(client=client, body=body, workspace_id=workspace_id, x_idempotency_key="python-create")
assert isinstance(created, Acceptance), created
ended(created.operation_id)
vm = cloud_vm_get.sync(created.vm_id, client=client, workspace_id=workspace_id)
assert isinstance(vm, CloudVmDetail), vm
assert vm.status == "running" and vm.public_ip is not None, vm
deleted = cloud_vm_delete.sync(
    created.vm_id, client=client, workspace_id=workspace_id, x_idempotency_key="python-delete"
)
assert isinstance(deleted, Acceptance), deleted
ended(deleted.operation_id)
refused = cloud_vm_get.sync("vm_00000000000000000000000000", client=client, workspace_id=workspace_id)
assert isinstance(refused, Error) and refused.code == "not_found", refused
